export { authoriseMedia, type MediaRequest } from './authorise'
export { isPlaylist, printPlaylist } from './playlists'
