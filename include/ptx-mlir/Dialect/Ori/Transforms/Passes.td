//===- Passes.td - Passes on ori functions -----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass does, and the numbers that its decisions depend on, as options
// with names. When a pass runs is in Pipelines/Phases.td.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_TRANSFORMS_PASSES
#define PTXMLIR_DIALECT_ORI_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def OriLegalizeOperandsPass : Pass<"ori-legalize-operands", "::ptxmlir::ori::FuncOp"> {
  let summary = "moves constants to registers where a slot cannot take them";
  let description = [{
    Immediates and constant-bank reads stay SSA operands to the end. This pass
    asks the instruction records, for the SM of the module, whether an op has a
    form for the kinds of its operands. If not, it exchanges `a` and `b` where the
    record allows, and puts a move (MOV, LDC, UMOV, ULDC, LDCU) in front of the op
    for each operand that no form takes. Zero, true and false fit every slot. The
    order of preference is: keep the immediate, then the constant bank.

    Constants that instructions need in uniform registers are loaded in the
    nearest dominating block that all threads of the warp run together: a
    uniform register must not be written while threads are apart. Others are
    loaded in the block that uses them, and shared with later uses there within
    `reuse-distance` operations.

    With `hoist`, constants that are used in loops are loaded in front of them, two
    words by one load where both are used. Words and pairs of constant banks, and
    other pairs, go to uniform registers where the instruction takes one and no more
    than `max-uniform` are in use at once. Immediates of two words are loaded where
    they are used, also where threads are apart, and again `reuse-distance`
    operations after the last use, or where other threads may have been at work in
    between.

    Also here: pass-through values of guarded ops become registers, constant
    guards disappear, addresses in the local frame become additions, and constant
    parts of tuples become moves.
  }];
  let options = [
    Option<"reuseDistance", "reuse-distance", "unsigned", "24",
           "operations over which a loaded constant is kept in its register">,
    Option<"hoist", "hoist", "bool", "true",
           "load constants outside of loops, two words at a time, and to uniform "
           "registers">,
    Option<"maxHoisted", "max-hoisted", "unsigned", "24",
           "R registers of constants that are loaded outside of loops">,
    Option<"maxUniform", "max-uniform", "unsigned", "64",
           "uniform registers of constants">
  ];
  let statistics = [
    Statistic<"numMoves", "moves", "moves and loads of constants inserted">,
    Statistic<"numCommuted", "commuted", "operations with exchanged operands">
  ];
}

def OriLateExpansionPass : Pass<"ori-late-expansion", "::ptxmlir::ori::FuncOp"> {
  let summary = "makes branches to slow paths";
  let description = [{
    Each `ori.slow_path` becomes a branch, where its operands are unsafe, to a block
    at the end of the function that computes the result anew. The branch stands in
    front of the first use of the result and serves all slow paths that are pending
    there, of `max-group` registers of results or one more, none further back than
    `max-distance` operations: operands and results live as long as to the branch. The jump from such a block has the attribute `cold`.
  }];
  let options = [
    Option<"maxGroup", "max-group", "unsigned", "8",
           "registers of the results of one branch's slow paths">,
    Option<"maxDistance", "max-distance", "unsigned", "96",
           "operations from the first slow path of a branch to the branch">
  ];
  let statistics = [
    Statistic<"numPaths", "paths", "slow paths that were expanded">,
    Statistic<"numBranches", "branches", "branches that were made for them">
  ];
}

def OriRemoveDeadCodePass : Pass<"ori-remove-dead-code", "::ptxmlir::ori::FuncOp"> {
  let summary = "removes unreachable blocks and what nothing depends on";
  let description = [{
    Operations without effect and block arguments stay only if an operation with
    an effect depends on them, also round loops. Of a pair that a loop carries that
    is so of each word. Of a vote, match, shuffle or reduction that nobody reads only
    the WARPSYNC is left. Linear in the size of the function.
  }];
  let statistics = [
    Statistic<"numOperations", "operations", "operations removed">,
    Statistic<"numArguments", "arguments", "block arguments removed">,
    Statistic<"numNarrowed", "narrowed", "block arguments of two words that are one now">
  ];
}

def OriLinearReplacementPass : Pass<"ori-linear-replacement", "::ptxmlir::ori::FuncOp"> {
  let summary = "folds sums, products and shifts into fewer instructions";
  let description = [{
    A 64-bit sum with a product of 32-bit numbers, or with an extended or shifted
    one, becomes one IMAD.WIDE; with any other shifted number, LEA and LEA.HI.X.
    Sums of 32 bits take a third term (IADD3), a product (IMAD) or a shifted
    number (LEA) that nobody else reads, and one or two predicates that are counted
    as carries (IADD3.X); LOP3 takes what another LOP3 computes, if there are three
    inputs in all. Negations and absolute values go to what reads them, or to a
    factor; a selection between an f32 and a number that it is compared with becomes
    an FMNMX. Constants that are added to an address go
    into the offset of the loads and stores at it. A comparison takes the predicate
    with which its result is joined by "and", "or" or "exclusive or". Results of
    which all bits are known become constants, and branches that these decide
    become jumps.
  }];
}

def OriDoPredicationPass : Pass<"ori-do-predication", "::ptxmlir::ori::FuncOp"> {
  let summary = "makes guards of short branches";
  let description = [{
    A branch round one block, or to two blocks that go on at the same place,
    disappears if these have no more than `max-instructions` instructions (the
    second one less), or `max-with-loads` where several are loads, all of which
    can be guarded: arithmetic, plain loads and stores. Where loads of two such
    branches in a row, or one where the ways meet, can wait together, each block may
    have `max-overlapped` instructions. What is inside other branches goes first.
    Blocks that only one other block goes on to become a part of that. A selection
    of the result of an instruction or of a value that is not needed any more
    becomes the guard of that instruction.
  }];
  let options = [
    Option<"maxInstructions", "max-instructions", "unsigned", "8",
           "instructions of a block that becomes guarded">,
    Option<"maxWithLoads", "max-with-loads", "unsigned", "16",
           "the same of a block with several loads">,
    Option<"maxOverlapped", "max-overlapped", "unsigned", "20",
           "the same where other loads are behind it or in front of it">
  ];
  let statistics = [
    Statistic<"numFlattened", "flattened", "branches removed">,
    Statistic<"numGuarded", "guarded", "instructions that got a guard">
  ];
}

def OriVectorizeAccessesPass
    : Pass<"ori-vectorize-accesses", "::ptxmlir::ori::FuncOp"> {
  let summary = "makes one access of neighbouring loads and stores";
  let description = [{
    Loads of 32 or 64 bits from shared or local memory at one base, between which
    nothing writes that memory or waits for threads, become one of 64 or 128 bits if
    all its words are loaded within `max-distance` operations and what is known of the
    bits of the base says that it is aligned. Loads from a constant bank at an index
    become one of 64 bits. A base that loops carry is aligned if it is in the first
    round and each round leaves it so.

    Stores to shared or local memory become one in the same way, at the place of the
    last, within `max-store-distance` operations between which nothing may read or
    write what they write; not if more words would have to be copied to neighbouring
    registers than stores are saved. The frame of local memory gets the alignment
    that its accesses want.
  }];
  let options = [
    Option<"maxDistance", "max-distance", "unsigned", "192",
           "operations from the first load to the last">,
    Option<"maxStoreDistance", "max-store-distance", "unsigned", "96",
           "operations from the first store to the last">
  ];
  let statistics = [
    Statistic<"numLoads", "loads", "loads that take the place of several">,
    Statistic<"numStores", "stores", "stores that take the place of several">
  ];
}

def OriConvertMemoryToRegisterPass
    : Pass<"ori-convert-memory-to-register", "::ptxmlir::ori::FuncOp"> {
  let summary = "keeps local variables in registers";
  let description = [{
    A word of the frame of which every access is known, at a fixed place and of
    whole words, becomes a value; a guarded store selects. So does one that is loaded
    at an index of which few bits are open: the load selects by these bits. Where all
    accesses of a frame are known, some may also be at any address: a load selects
    one of all elements, a store changes one of them, and the address is a number of
    bytes, also where a loop counts on it. That is done as far as these have few
    words to choose from, next to accesses that are no more, in loops above all. If an
    address goes anywhere but to a load, a store or a sum, and in functions with
    calls, all stays as it is. A frame that nothing is left of has no bytes.
  }];
  let options = [
    Option<"maxWords", "max-words", "unsigned", "64",
           "words of a function that may become values">,
    Option<"maxIndexed", "max-indexed", "unsigned", "8",
           "words that one load may select from">
  ];
  let statistics = [
    Statistic<"numPromoted", "promoted", "words that became values">
  ];
}

def OriHoistInvariantsPass : Pass<"ori-hoist-invariants", "::ptxmlir::ori::FuncOp"> {
  let summary = "moves invariant code out of loops";
  let description = [{
    An operation without effect whose operands do not change in a loop moves to
    the end of the nearest dominating block that is not in the loop, out of as
    many loops as possible. Convergent operations stay, and what writes
    predicates or uniform registers, of which there are few. So do loads of memory
    that does not change, if each round comes to them, whoever comes to where they
    go enters the loop, and no fence or barrier is in it. A loop gives away at most
    `max-registers` registers; irreducible loops are left alone.
  }];
  let options = [
    Option<"maxRegisters", "max-registers", "unsigned", "24",
           "registers that values moved out of one loop may take">
  ];
  let statistics = [
    Statistic<"numHoisted", "hoisted", "operations moved out of a loop">
  ];
}

def OriHoistLoadsPass : Pass<"ori-hoist-loads", "::ptxmlir::ori::FuncOp"> {
  let summary = "moves loads above branches whose ways meet before them";
  let description = [{
    A block that a branch dominates and to which all its ways lead, without a loop
    or an exit, runs whenever the branch does. Its loads that take long move to the
    end of the branch's block, with the address arithmetic that they need, and so on
    from there, as far as operands, stores to their space, fences and registers
    allow. What a branch does then hides the latency, and the loads of the rounds
    of an unrolled loop are under way together. Loads of what does not change, and
    textures, move in front of barriers of the block, too, and any loads in front of
    where the threads of a collective meet, which orders no accesses; no further than
    the work behind takes that hides them.

    Registers: no block that a load passes gets more than `registers`, or where
    the function needs more as it is, than leave as many warps on an SM.
  }];
  let options = [
    Option<"registers", "registers", "unsigned", "29",
           "R registers that may be used without need">,
    Option<"maxDistance", "max-distance", "unsigned", "256",
           "operations passed, after which a load goes no further">
  ];
  let statistics = [
    Statistic<"numHoisted", "hoisted", "loads moved above a branch">
  ];
}

def OriSinkCodePass : Pass<"ori-sink-code", "::ptxmlir::ori::FuncOp"> {
  let summary = "moves code behind the branch of which one way reads it";
  let description = [{
    An operation without effects whose result only one way behind the branch of
    its block reads, and that reads what the block would have to wait for, moves
    to the beginning of that way: what takes long is waited for where it is
    needed, and not at all on the other way. What takes long itself stays, as it
    is on its way while the branch is decided. No operation moves into a loop, or
    if more than one register more would be in use.
  }];
  let statistics = [
    Statistic<"numSunk", "sunk", "operations moved behind a branch">
  ];
}

def OriUnrollLoopsPass : Pass<"ori-unroll-loops", "::ptxmlir::ori::FuncOp"> {
  let summary = "writes out rounds of counted loops";
  let description = [{
    Innermost loops, and those around them when these are gone. A loop of a known
    number of rounds is written out if what is then left of them is not more
    instructions than `full-base` and `full-per-percent` for each percent that goes:
    counting and branching, and what is computed from counters that are numbers
    then. Else some rounds of it, of `max-partial` instructions in all, are the body
    of a new loop, a number that divides that of all rounds if there is one; what is
    left over is done before.

    Of a loop whose number of rounds depends on a value that the run knows,
    `factor` rounds are the body of a loop that runs as long as so many are left,
    behind which two more are done if there are two, and the rest by the old loop.
    This is done to rounds of up to `max-plain-round` instructions and loads from
    shared memory, all together up to `max-round`; where loads wait long, to rounds
    of `max-round` and `per-load` more for each, not more than `max-load-round`. A
    round may have branches round blocks of `max-arm` instructions, which become
    guarded later; it may have `with-branches` instructions more then.

    Loops that call, and those that PTX marks with `.pragma "nounroll"`, stay as
    they are; so do those of an unknown number of rounds that may be another one in
    other threads of the warp, if instructions of several threads are in them.
  }];
  let options = [
    Option<"factor", "factor", "unsigned", "4",
           "rounds of a loop of an unknown number that become one">,
    Option<"maxPlainRound", "max-plain-round", "unsigned", "12",
           "instructions of a round of such a loop that waits for no memory">,
    Option<"maxRound", "max-round", "unsigned", "21",
           "instructions of a round of such a loop that does">,
    Option<"perLoad", "per-load", "unsigned", "4",
           "instructions more for each load of long latency">,
    Option<"maxLoadRound", "max-load-round", "unsigned", "64",
           "instructions of such a round at most">,
    Option<"maxArm", "max-arm", "unsigned", "16",
           "instructions of a block in a round that a branch goes round">,
    Option<"withBranches", "with-branches", "unsigned", "8",
           "instructions more of a round that has such branches">,
    Option<"fullBase", "full-base", "unsigned", "130",
           "instructions of a loop that is written out">,
    Option<"fullPerPercent", "full-per-percent", "unsigned", "70",
           "instructions more for each percent that is saved">,
    Option<"maxFull", "max-full", "unsigned", "1024",
           "instructions of a loop that is written out at most">,
    Option<"maxPartial", "max-partial", "unsigned", "256",
           "instructions of the rounds that become one">,
    Option<"maxPartialRound", "max-partial-round", "unsigned", "80",
           "instructions of a round of a loop that is too much to be written out">,
    Option<"slowPathCost", "slow-path-cost", "unsigned", "60",
           "instructions of a slow path">,
    Option<"maxDepth", "max-depth", "unsigned", "4",
           "nested loops that are written out">,
    Option<"maxGrowth", "max-growth", "unsigned", "8192",
           "instructions by which a function may grow">
  ];
  let statistics = [
    Statistic<"numFull", "full", "loops written out">,
    Statistic<"numPartial", "partial", "loops of fewer rounds">,
    Statistic<"numUnknown", "unknown", "loops of an unknown number of rounds">
  ];
}

def OriInsertConvergencePass : Pass<"ori-insert-convergence", "::ptxmlir::ori::FuncOp"> {
  let summary = "places convergence barriers at potentially divergent branches";
  let description = [{
    For each block at which threads that parted meet again, a BSYNC at its start
    and a BSSY at the end of the nearest block that dominates the branches and is
    in the same loops. Threads that leave the region in between take themselves out
    of the barrier with BREAK; those that only go on to their end leave it by that.
    Headers of loops at which threads would meet get a latch or a preheader first.
    The plan is proved before it is written down (docs/convergence.md); regions in
    which threads wait for others of the warp get no barrier.

    Loops that threads leave at different times, and that read what other threads
    write, begin with a YIELD. Barriers are numbered by nesting. Where more than
    `max-barriers` are live at once, regions that nobody leaves early keep theirs
    in a register (BMOV) and pass it through the last barrier; others get none.

    The function is marked `diverges` if it has such a branch, whether or not it
    got a barrier. A branch to a block that only exits does not count with
    `guarded-exits`; without, this holds only for the form that `@p exit` takes:
    a block of its own, right behind the branch and its first successor. ptxas
    13.0.88 turns branches to exits into guarded EXITs at -O1 and above, and
    reports a call stack for the branches that are left.

    A WARPSYNC of threads that are together is removed. Those that the program
    wrote itself stay: the cubin lists them. WARPSYNC.EXCLUSIVE is kept where the
    masks of the threads may differ, between a BSSY and a BSYNC.
  }];
  let options = [
    Option<"maxBarriers", "max-barriers", "unsigned", "16",
           "convergence barriers of the machine">,
    Option<"guardedExits", "guarded-exits", "bool", "true",
           "a branch to an exit does not make a function `diverges`">
  ];
  let statistics = [
    Statistic<"numDivergent", "divergent", "potentially divergent branches">,
    Statistic<"numRegions", "regions", "convergence regions">,
    Statistic<"numBreaks", "breaks", "BREAK instructions">,
    Statistic<"numYields", "yields", "YIELD instructions">,
    Statistic<"numSyncsRemoved", "warp-syncs-removed",
              "WARPSYNC instructions of threads that are together">,
    Statistic<"numSaved", "saved", "barriers kept in registers">,
    Statistic<"numGivenUp", "given-up", "regions left without a barrier">
  ];
}

def OriVerifyConvergencePass : Pass<"ori-verify-convergence", "::ptxmlir::ori::FuncOp"> {
  let summary = "proves that threads which wait for each other meet";
  let description = [{
    Follows over all paths in which convergence barriers a thread takes part, and
    which threads are with it. Reported are: a BSSY of a barrier that the thread
    takes part in already; a BSYNC that is not armed on every path; BSYNCs whose
    threads may wait for each other; a return of a thread that takes part in one;
    operations of several threads that those need not execute together (after a
    loop with YIELD a BSYNC does not count as a meeting); and waits for other
    threads of the warp in a region at whose BSYNC those may be.

    Linear in the size of the function. How it is done: ConvergenceFlow.h.
  }];
}

def OriMergeTestsPass : Pass<"ori-merge-tests", "::ptxmlir::ori::FuncOp"> {
  let summary = "predicates that another operation gives as well";
  let description = [{
    A comparison with zero (equal or not) of what a LOP3 of the same block gives, and
    which nothing else reads, is the predicate of the LOP3. If it is the opposite, all
    that read it read the opposite; where one cannot, the comparison stays.

    So is a comparison of a constant with what a predicate chooses of two constants:
    a carry that was made a number.

    So it is with the negation of a predicate (PLOP3). Where something cannot read the
    opposite, as a block cannot that has it as its argument, the other result of the
    comparison takes its place.
  }];
  let statistics = [
    Statistic<"numMerged", "merged", "comparisons and negations that are gone">
  ];
}

def OriBalancePipesPass : Pass<"ori-balance-pipes", "::ptxmlir::ori::FuncOp"> {
  let summary = "puts sums and shifts on the pipe that is free";
  let description = [{
    IADD3 of two terms, with a carry or without, shifts to the left by a constant,
    LEA, and selections of a number or the next one become VIADD, IMAD or IMAD.X
    where the pipe of products has less to do than that of sums and logic, by the
    timing model of the SM. An IADD3 of three terms becomes two IMAD where it has
    much less. One follows the other in the order of the source, from block to
    block.
  }];
  let statistics = [
    Statistic<"numMoved", "moved", "operations on another pipe">
  ];
}

def OriConvertToUniformPass : Pass<"ori-convert-to-uniform", "::ptxmlir::ori::FuncOp"> {
  let summary = "loads constants to uniform registers";
  let description = [{
    Where the warp runs a block together, arithmetic of CTA numbers and constants
    becomes uniform, if all that reads it takes a uniform register.

    Where the warp runs a block together, loads from constant banks at an index that
    all its threads have in common become uniform loads, if all that reads them takes
    a uniform register, and at least `least-loads` of the block have that index: it is
    moved to a uniform register in front of them.
  }];
  let options = [
    Option<"leastLoads", "least-loads", "unsigned", "4",
           "loads of a block at one index that are worth moving it">,
    Option<"trees", "trees", "bool", "true",
           "make arithmetic of CTA numbers and constants uniform">
  ];
  let statistics = [
    Statistic<"numLoads", "loads", "loads that became uniform">,
    Statistic<"numTrees", "computations", "computations that became uniform">
  ];
}

def OriDoRematPass : Pass<"ori-do-remat", "::ptxmlir::ori::FuncOp"> {
  let summary = "computes values again where that lets an SM hold more warps";
  let description = [{
    What is computed by one to three instructions of fixed latency from constants
    and from what is in registers anyway need not stay in a register between its
    uses. Where fewer registers would let an SM hold more warps, such values are
    computed in front of their uses, one computation for uses near each other.
    The instructions may load constants; each such load counts as four.

    What is the same in all threads of the warp may also be moved to a uniform
    register, once, where instructions that take one read it.

    The fewest registers that can be reached are the aim, as long as the
    instructions that run become more by no more than a quarter of the warps that
    are gained, and a twelfth of all (by a half and a quarter where an SM holds less
    than 32 warps); a loop is taken to run ten times. Where an SM would still hold
    less than 32 warps, and not three tenths more than before, values are only moved
    to uniform registers. Where there are hardly enough
    registers, up to 16 are left to loads in flight for a hundredth of the
    instructions; where there are not enough, all is done that a twelfth pays for
    (of a function that names the blocks of an SM, `.minnctapersm`, a hundredth).
    There, a source that nobody reads any more may stay in its register for several
    values that are computed from it again.

    Of the registers that are the aim a sixteenth is left free, for a hundredth of
    the instructions: an order for latencies takes more than are in use now. Where
    there is no such aim and `eased-from` registers or more are in use, what costs
    five thousandths of the instructions at most is done in any case, as long as
    more than half of the registers stay in use: mostly values that an outer loop
    keeps through inner ones. The order of the operations has the room.
  }];
  let options = [
    Option<"goal", "goal", "unsigned", "0",
           "registers to aim at whatever it costs, instead of those that let more "
           "warps in; 0: none">,
    Option<"maxUniform", "max-uniform", "unsigned", "64",
           "uniform registers in use beyond which none is kept longer">,
    Option<"easedFrom", "eased-from", "unsigned", "40",
           "registers in use from which on what costs hardly anything is computed "
           "again in any case">
  ];
  let statistics = [
    Statistic<"numRepeated", "repeated", "computations added">
  ];
}

def OriScheduleInstructionsPass : Pass<"ori-schedule-instructions", "::ptxmlir::ori::FuncOp"> {
  let summary = "orders the operations of each block before allocation";
  let description = [{
    List scheduling by the latencies of the machine tables, the longest path
    first, between what nothing passes. Loads thus come early and their uses late.

    Registers: as long as a file has room, what is on the longest path comes next;
    else what sets most registers of that file free. The limit of R registers is
    `registers`; of a function that needs more as it is, what leaves as many warps
    on an SM, or if it names the blocks of an SM (`.minnctapersm`) what these leave
    to it, and less than the budget in any case. Where room is short, the order
    of the source with loads as early as possible is tried, too. An order that
    needs more than the limit and than the one before is not taken. Where the source
    needs more than the budget, an order that is chosen from the end of each run and
    does not need more takes its place. What a block has loaded and the next one
    reads counts as on its way there.

    Where loads that take long wait for registers, limits that leave fewer warps
    on an SM are tried, too: one is taken if by the cycles of a warp and the
    number of warps an SM does more, or as much and more if the grid does not fill
    it, or if issue and waits together take a twentieth less; loops are taken to
    run eight times. What finds no registers within its limit, as tuples and their
    alignment need more than is counted, has fewer warps in any case and is
    scheduled for these. What needs nearly all registers that leave so many warps
    gives a few to alignment if it takes as long without. Smaller limits with
    which an SM holds more are tried last: one is taken if a warp takes as long,
    and a fifth more warps fit; or where the size of a CTA is known or warps are
    few, if what comes in is worth what a warp takes longer. Of an order that needs
    nearly the whole budget and for which assignment finds no places, one with
    fewer registers is taken that finds them, if it takes at most a quarter longer.
  }];
  let options = [
    Option<"registers", "registers", "unsigned", "29",
           "R registers that may be used without need">,
    Option<"uniformRegisters", "uniform-registers", "unsigned", "48",
           "limit of uniform registers">,
    Option<"predicates", "predicates", "unsigned", "6",
           "limit of predicate registers">,
    Option<"window", "window", "unsigned", "256",
           "operations by which an order may leave that of the source, where one "
           "without such a limit needs too many registers; a quarter of them if "
           "that does, too">,
    Option<"tries", "tries", "unsigned", "3",
           "larger limits of R registers that are tried">,
    Option<"narrowTries", "narrow-tries", "unsigned", "3",
           "smaller limits of R registers that are tried">,
    Option<"leastWarps", "least-warps", "unsigned", "16",
           "warps of an SM below which no larger limit is tried">
  ];
  let statistics = [
    Statistic<"numMoved", "moved", "operations moved">,
    Statistic<"numWidened", "widened", "times that a larger limit of R was taken">
  ];
}

def OriAllocateRegistersPass : Pass<"ori-allocate-registers", "::ptxmlir::ori::FuncOp"> {
  let summary = "assigns registers, spills what does not fit";
  let description = [{
    Writes the number of a register on every value that has one: the `regs`
    property of results, the `block_regs` attribute of the function for block
    arguments. SSA stays as it is. A number that is there already is kept.

    Values joined by tied operands, tuples, copies and block arguments are merged
    to frames where their live ranges and alignments allow; frames are placed at
    the lowest free registers, widest first, those that live shortly then in turn,
    and single registers in the bank that the other sources of their readers leave
    (`avoid-bank-conflicts`). Before anything is spilled, values are computed again
    as by ori-do-remat (`repeat-values`). What does not fit the budget then is
    spilled, cheapest first: constants are computed again, and predicates of
    what is in registers wherever they are read; R goes to local memory, P and UR to
    R, where predicates of one block that live at the same time share a register.
    One reload serves the uses within `reload-distance` operations; where that
    leaves too much pressure, it is split in a later round. Slots whose contents are
    needed at different times share their memory. Reloads that another access of the
    slot dominates are taken out in the end where registers are left on the way.
    Branches at which threads stay together are marked `uniform`, as nothing is
    known of what memory holds.

    Where up to `max-tightened` registers keep warps from an SM, the assignment is
    tried once more without them, and without spills: frames that find no place
    take one from others, which are moved (`max-moves`); if that does not do, a
    few values go on as copies in other registers from some point on
    (`max-cut-rounds`).

    The budget is the least of 255, `.maxnreg`, what `.reqntid` or `.maxntid`
    leave to a thread, and `max-registers`.
  }];
  let options = [
    Option<"maxRegisters", "max-registers", "unsigned", "255",
           "upper limit of R registers per thread">,
    Option<"maxPredicates", "max-predicates", "unsigned", "7",
           "upper limit of predicate registers">,
    Option<"maxUniform", "max-uniform", "unsigned", "63",
           "upper limit of uniform registers">,
    Option<"mergeCopies", "merge-copies", "bool", "true",
           "merge copies (off: only tied operands)">,
    Option<"repeatValues", "repeat-values", "bool", "true",
           "compute values again before anything is spilled">,
    Option<"reloadDistance", "reload-distance", "unsigned", "12",
           "operations over which a reloaded value is kept in its register">,
    Option<"maxRounds", "max-rounds", "unsigned", "24",
           "attempts at assignment, with more spilling each time">,
    Option<"maxTightened", "max-tightened", "unsigned", "40",
           "registers beyond what leaves more warps on an SM that are tried to be "
           "done without">,
    Option<"avoidBanks", "avoid-bank-conflicts", "bool", "true",
           "three sources of an instruction come from both banks where they can">,
    Option<"maxMoves", "max-moves", "unsigned", "128",
           "frames moved in the search for places, besides 8 for each that has "
           "none; sixteen times as many where values are spilled else; 0: no "
           "search">,
    Option<"maxCutRounds", "max-cut-rounds", "unsigned", "3",
           "attempts at cutting values that find no place">
  ];
  let statistics = [
    Statistic<"numRegisters", "registers", "R registers used, summed over functions">,
    Statistic<"numSpillStores", "spill-stores", "stores of spilled values">,
    Statistic<"numSpillLoads", "spill-loads", "loads of spilled values">,
    Statistic<"numRematerialized", "rematerialized", "computations repeated instead of spilled">,
    Statistic<"numCuts", "cuts", "values that go on as copies in other registers">,
    Statistic<"numTupleCopies", "copies-from-tuples", "registers copied by combine, extract and ties">,
    Statistic<"numEdgeCopies", "copies-on-edges", "registers copied for block arguments">
  ];
}

def OriVerifyAllocationPass : Pass<"ori-verify-allocation", "::ptxmlir::ori::FuncOp"> {
  let summary = "proves that a register assignment is right";
  let description = [{
    Follows the contents of the registers through the function, independently of
    the allocator's live ranges: at every read, the registers of the operand must
    hold that value on every path. Also checked: alignment of tuples, tied pairs,
    the budget, and that every needed value has a register.
  }];
  let options = [
    Option<"maxRegisters", "max-registers", "unsigned", "255",
           "upper limit of R registers per thread">
  ];
}

#endif // PTXMLIR_DIALECT_ORI_TRANSFORMS_PASSES
