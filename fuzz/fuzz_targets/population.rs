#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    ludogen_fuzz::population(data);
});
