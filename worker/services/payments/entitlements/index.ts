export { refold } from './refold'
