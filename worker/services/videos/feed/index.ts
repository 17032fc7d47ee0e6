export { announce, announceOpen, pruneFeeds } from './announce'
export { feedList, listFeed } from './list'
