export { addWatched } from './add-watched'
export { countView } from './count-view'
export { refreshPopularity, seenViewsKeptMs } from './popularity'
export { refreshTrending } from './trending'
