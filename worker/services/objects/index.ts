export { enqueueSweep, removeDoomed } from './sweep'
