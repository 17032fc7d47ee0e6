export { deleteObjects } from './delete-objects'
export { enqueueHash, enqueueHashDerived, enqueuePrune } from './enqueue'
export { prunePending } from './prune-pending'
