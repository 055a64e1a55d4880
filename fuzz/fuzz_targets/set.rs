#![no_main]

// As it comes, and with the checksum made right, so that what lies behind it is reached.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    ludogen_fuzz::set(data);
    let mut sealed = data.to_vec();
    ludogen_fuzz::seal("set", &mut sealed);
    ludogen_fuzz::set(&sealed);
});
