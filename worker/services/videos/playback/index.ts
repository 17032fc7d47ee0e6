export { authoriseMedia, type MediaRequest, standingSession } from './authorise'
export { isPlaylist, renderPlaylist } from './playlists'
