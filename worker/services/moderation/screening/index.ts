export { hashMade } from './hash-derived'
export { hashSource } from './hash-source'
export { requeueMade } from './requeue-derived'
export { requeueProcessing } from './requeue-processing'
