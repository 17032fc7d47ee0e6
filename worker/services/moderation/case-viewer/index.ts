export { insistOnCase, openCase } from './open'
