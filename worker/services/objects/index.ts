export { doomObject } from '../../../db/queries/objects'
export { enqueueSweep, removeDoomed } from './sweep'
