export { hashDerived } from './hash-derived'
export { hashSource } from './hash-source'
export { requeueDerived } from './requeue-derived'
export { requeueProcessing } from './requeue-processing'
