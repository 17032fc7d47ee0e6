export { checkHealth } from './check'
export { watchHealth } from './watch'
