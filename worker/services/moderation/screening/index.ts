export { hashDerived } from './hash-derived'
export { hashSource } from './hash-source'
export { hashSomeDerived, requeueDerived } from './requeue-derived'
export { hashProcessing, requeueProcessing, sourcesDue } from './requeue-processing'
