#![no_main]

// As it comes, and with the checksum made right, so that what lies behind it is reached.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    ludogen_fuzz::rote(data);
    let mut sealed = data.to_vec();
    ludogen_fuzz::seal("rote", &mut sealed);
    ludogen_fuzz::rote(&sealed);
});
