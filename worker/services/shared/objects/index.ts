export { enqueueHash, enqueueHashMade, enqueueSweep } from './enqueue'
export { removeDoomed } from './sweep'
export { sweepObjects } from './sweep-page'
