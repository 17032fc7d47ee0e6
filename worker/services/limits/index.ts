export { enforceLimit, enforceLimits, giveBack, type Use } from './enforce'
export { type LimitedAction, limits } from './table'
