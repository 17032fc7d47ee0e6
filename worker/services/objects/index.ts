export { enqueueHash, enqueueSweep } from './enqueue'
export { removeDoomed } from './sweep'
