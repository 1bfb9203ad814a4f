//! The C functions of a library, found by their names.

/// Makes the struct of the C functions that are used, and how they are found. The types must be those of the headers of every release that has
/// these symbols.
macro_rules! functions {
    ($($field:ident = $symbol:literal ($($argument:ty),*) $(-> $result:ty)?;)*) => {
        struct Functions {
            $($field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Functions {
            fn find(library: &libloading::Library) -> Result<Functions, libloading::Error> {
                // SAFETY: the types are those of the headers, as whoever lists the functions says.
                unsafe {
                    Ok(Functions { $($field: *library.get(concat!($symbol, "\0").as_bytes())?,)* })
                }
            }
        }
    };
}

pub(super) use functions;
