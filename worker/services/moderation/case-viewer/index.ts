export { inCase } from './in-case'
export { insistOnCase, openCase } from './open'
