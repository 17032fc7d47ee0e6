export { getProfile, listProfileVideos, readPage, uploaderPart } from './get'
export { getOwnProfile, updateProfile } from './own'
export { avatarUrl } from './view'
