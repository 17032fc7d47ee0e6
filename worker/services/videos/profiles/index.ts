export { getProfile, listProfileVideos, profileNotFound, readPage } from './get'
export { getOwnProfile, updateProfile } from './own'
export { avatarUrl } from './view'
