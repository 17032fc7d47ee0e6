export { findThings } from './find'
