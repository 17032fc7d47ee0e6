export { forgetWords, learnWords } from './learn'
export { searchVideos } from './search'
export { suggest } from './suggest'
