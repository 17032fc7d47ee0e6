export { deletePending } from './delete-pending'
export { enqueueHash, enqueueHashDerived, enqueuePrune } from './enqueue'
export { prunePending } from './prune-pending'
