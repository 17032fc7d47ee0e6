export { forgetWords, indexVideos } from './learn'
export { searchVideos } from './search'
export { suggest } from './suggest'
