export { getOverview } from './get'
