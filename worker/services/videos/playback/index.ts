export { authoriseMedia, type MediaRequest, standingSession } from './authorise'
export { isPlaylist, printPlaylist } from './playlists'
