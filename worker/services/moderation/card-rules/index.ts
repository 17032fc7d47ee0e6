export { getCardRules } from './get'
export { lookThrough } from './look-through'
export { turnCardsOff, turnCardsOn } from './turn'
