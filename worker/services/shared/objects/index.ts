export { deleteObjects } from './delete-objects'
export { enqueueHash, enqueueHashDerived, enqueueIndexing, enqueuePrune } from './enqueue'
export { prunePending } from './prune-pending'
export { rewriteStripped } from './rewrite-stripped'
