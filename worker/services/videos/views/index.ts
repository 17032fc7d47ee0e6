export { countView } from './count-view'
export { refreshPopularity, seenViewsKeptMs } from './popularity'
