//! Take away 1 to `most` counters; who takes the last one wins. Its theory is known in closed form.

use ludogen::players::{Arena, Outcome};

pub struct Subtraction {
    pub most: u32,
}

impl Subtraction {
    pub fn start(&self, pile: u32) -> Vec<u32> {
        vec![pile]
    }
}

impl Arena for Subtraction {
    /// The sizes of the pile so far.
    type Position = Vec<u32>;
    type Move = u32;

    fn mover(&self, position: &Vec<u32>) -> usize {
        (position.len() - 1) % 2
    }

    fn outcome(&self, position: &Vec<u32>) -> Option<Outcome> {
        (position.last() == Some(&0)).then(|| Outcome::Win(1 - self.mover(position)))
    }

    fn moves(&self, position: &Vec<u32>, out: &mut Vec<u32>) {
        out.extend(1..=self.most.min(position[position.len() - 1]));
    }

    fn apply(&self, position: &mut Vec<u32>, mv: u32) {
        position.push(position[position.len() - 1] - mv);
    }

    fn undo(&self, position: &mut Vec<u32>) {
        position.pop();
    }

    fn hash(&self, position: &Vec<u32>) -> u64 {
        u64::from(position[position.len() - 1]) * 2 + self.mover(position) as u64
    }

    fn path_dependent(&self) -> bool {
        false
    }

    fn move_key(&self, mv: u32) -> usize {
        mv as usize
    }

    fn move_keys(&self) -> usize {
        self.most as usize + 1
    }
}
