#![no_main]

// As it comes, and with the checksum made right, so that what lies behind it is reached.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    ludogen_fuzz::solution(data);
    let mut sealed = data.to_vec();
    ludogen_fuzz::seal("solution", &mut sealed);
    ludogen_fuzz::solution(&sealed);
});
