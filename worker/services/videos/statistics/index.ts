export { getOwnStatistics } from './get-own'
export { getVideoStatistics } from './get-video'
