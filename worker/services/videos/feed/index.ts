export { announce, announceOpen, pruneFeeds } from './announce'
export { feedList, listFeed, newestOfFeed } from './list'
