//! Memory for the small numbers of GMP.
//!
//! Exact domains make and drop hundreds of numbers in each operation, nearly all of them of one word, and half of their time goes into
//! the system's allocator. GMP says how large what it gives back is, so that stacks of free blocks are all it takes.

#![expect(unsafe_code, reason = "it is an allocator")]

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr;

use super::gmp;
use super::library::{LoadError, Loaded};

type Pointer = *mut c_void;
type Allocate = unsafe extern "C" fn(usize) -> Pointer;
type Reallocate = unsafe extern "C" fn(Pointer, usize, usize) -> Pointer;
type Free = unsafe extern "C" fn(Pointer, usize);

/// Blocks are of 8, 16, 24, … or 64 bytes; larger ones are the system's.
const STEP: usize = 8;
const CLASSES: usize = 8;
/// So much is taken from the system at once; a stack has room for all of its blocks.
const CHUNK: usize = 1 << 16;

unsafe extern "C" {
    fn malloc(size: usize) -> Pointer;
    fn realloc(block: Pointer, size: usize) -> Pointer;
    fn free(block: Pointer);
}

/// So many free blocks of a class are kept at hand: more than a pool of octagons has.
const AT_HAND: usize = 1 << 16;

/// The free blocks of a class. They are not linked to each other: to read a link out of each block would take longer than all the rest.
struct Stack {
    count: usize,
    /// How many there is room for; none before the first is needed.
    room: usize,
    blocks: *mut Pointer,
    /// Those for which there was no room; the first word of each is the next one.
    rest: Pointer,
}

/// The stacks of a thread.
struct Stacks(UnsafeCell<[Stack; CLASSES]>);

thread_local! {
    static STACKS: Stacks = const {
        Stacks(UnsafeCell::new([const { Stack { count: 0, room: 0, blocks: ptr::null_mut(), rest: ptr::null_mut() } }; CLASSES]))
    };
}

/// Has GMP take its memory here. This comes right after it is loaded, before anything is made: a block of the system's would be too small for
/// its class.
pub(super) fn serve(library: Loaded) -> Result<(), LoadError> {
    // SAFETY: the function has this type in every release, and the three keep GMP's contract.
    unsafe {
        let set: unsafe extern "C" fn(Allocate, Reallocate, Free) =
            library.function(gmp::SET_MEMORY_FUNCTIONS)?;
        set(allocate, reallocate, release);
    }
    Ok(())
}

fn class(size: usize) -> usize {
    size.saturating_sub(1) / STEP
}

unsafe extern "C" fn allocate(size: usize) -> Pointer {
    let class = class(size);
    if class >= CLASSES {
        // SAFETY: as the caller's.
        return or_die(unsafe { malloc(size) });
    }
    STACKS.with(|stacks| {
        // SAFETY: nobody else has this thread's stacks, and no reference outlives the call. What is below the count is a free block.
        unsafe {
            let stack = &mut (*stacks.0.get())[class];
            if stack.count == 0 {
                fill(stack, (class + 1) * STEP);
            }
            stack.count -= 1;
            stack.blocks.add(stack.count).read()
        }
    })
}

/// Puts blocks into an empty stack: those for which there was no room, or new ones.
#[cold]
unsafe fn fill(stack: &mut Stack, size: usize) {
    // SAFETY: blocks of the rest are free, and hold the link that was written into them. New blocks are within the chunk, aligned as it
    // is, and nobody else has it. A chunk has fewer blocks than there is room for.
    unsafe {
        if stack.room == 0 {
            stack.blocks = or_die(malloc(AT_HAND * size_of::<Pointer>())).cast();
            stack.room = AT_HAND;
        }
        while !stack.rest.is_null() && stack.count < AT_HAND / 2 {
            stack.blocks.add(stack.count).write(stack.rest);
            stack.rest = stack.rest.cast::<Pointer>().read();
            stack.count += 1;
        }
        if stack.count > 0 {
            return;
        }
        let chunk = or_die(malloc(CHUNK)).cast::<u8>();
        stack.count = CHUNK / size;
        for at in 0..stack.count {
            stack.blocks.add(at).write(chunk.add(at * size).cast());
        }
    }
}

unsafe extern "C" fn release(block: Pointer, size: usize) {
    let class = class(size);
    if class >= CLASSES {
        // SAFETY: blocks of this size are the system's.
        return unsafe { free(block) };
    }
    STACKS.with(|stacks| {
        // SAFETY: as in `allocate`; the block is no longer used.
        unsafe {
            let stack = &mut (*stacks.0.get())[class];
            if stack.count < stack.room {
                stack.blocks.add(stack.count).write(block);
                stack.count += 1;
            } else {
                block.cast::<Pointer>().write(stack.rest);
                stack.rest = block;
            }
        }
    });
}

unsafe extern "C" fn reallocate(block: Pointer, old: usize, new: usize) -> Pointer {
    // SAFETY: the block has the old size, and the new one at least the smaller of both; which of them are the system's follows from
    // their sizes.
    unsafe {
        if class(old) == class(new) && class(new) < CLASSES {
            return block;
        }
        if class(old) >= CLASSES && class(new) >= CLASSES {
            return or_die(realloc(block, new));
        }
        let moved = allocate(new);
        ptr::copy_nonoverlapping(block.cast::<u8>(), moved.cast::<u8>(), old.min(new));
        release(block, old);
        moved
    }
}

/// GMP cannot do without, and neither can its user.
fn or_die(block: Pointer) -> Pointer {
    if block.is_null() {
        std::process::abort();
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_back_is_used_again() {
        let mut places = std::collections::BTreeSet::new();
        for _ in 0..20 {
            // SAFETY: each block is released once, with its size.
            unsafe {
                let held: Vec<Pointer> = (0..3 * AT_HAND).map(|_| allocate(8)).collect();
                places.extend(held.iter().map(|block| block.addr()));
                held.into_iter().for_each(|block| release(block, 8));
            }
        }
        assert!(places.len() < 4 * AT_HAND, "{}", places.len());
    }

    #[test]
    fn blocks_keep_what_is_in_them() {
        let mut held: Vec<(Pointer, usize, u8)> = Vec::new();
        for round in 0..2000_usize {
            let size = 1 + (round * 7) % 100;
            let byte = round as u8;
            // SAFETY: each block is used within its size, and released once, with the size that it has.
            unsafe {
                let mut block = allocate(size);
                block.cast::<u8>().write_bytes(byte, size);
                let mut length = size;
                if round % 3 == 0 {
                    length = 1 + (round * 11) % 130;
                    block = reallocate(block, size, length);
                    assert_eq!(block.cast::<u8>().read(), byte);
                    block.cast::<u8>().write_bytes(byte, length);
                }
                held.push((block, length, byte));
                if round % 2 == 0 {
                    let (block, length, byte) = held.swap_remove((round * 13) % held.len());
                    assert!((0..length).all(|at| block.cast::<u8>().add(at).read() == byte));
                    release(block, length);
                }
            }
        }
    }
}
