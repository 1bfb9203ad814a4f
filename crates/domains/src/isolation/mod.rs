//! Tests in other processes: whatever a library does there is a finding, not the end of the run.
//!
//! A parent sends [orders](protocol::Order) to workers, a line of JSON each, and gets [replies](protocol::Reply). Before a worker makes a pool or
//! checks a property it notes on a [page](page::Page) of shared memory what it is about to do, so that its death can be put down to a case.
//!
//! Invariant: a [finding](Summary::found) has failed twice, the second time in a process of its own. What has not is [kept apart](Summary::unconfirmed).

mod child;
mod judge;
mod page;
mod parent;
mod protocol;
mod tryout;
mod worker;

pub use child::serve;
pub use parent::{Campaign, Ending, Event, Found, Summary};
pub use protocol::{Target, WorkerCommand};
pub use tryout::ending_of;
