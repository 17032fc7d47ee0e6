export { getOverview } from './get'
export { getWaiting } from './waiting'
