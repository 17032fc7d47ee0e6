export { compareCaptions } from './compare-captions'
export { decideChanges } from './decide'
export { listChanged } from './list'
