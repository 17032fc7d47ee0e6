export { clearUrl, mediaUrl, posterView, type RenderContext } from './addresses'
export { changeEach } from './change-each'
export { changeOwnMany } from './change-own-many'
export { claimFiles } from './claim-files'
export { createVideo, importVideo } from './create'
export { adminVideoView, anyVideo } from './for-staff'
export { getVideo } from './get'
export {
  findEditable,
  findPlayable,
  findVisible,
  parseVideoId,
  refuseEvidence,
  requireVisible,
} from './internal'
export { listPublicVideos, publicList } from './list'
export { countOwnVideos, listOwnVideos } from './list-own'
export { sourcesOf, storyboardOf } from './playing'
export { pruneReplaced } from './prune-replaced'
export { pruneTrash } from './prune-trash'
export { publishDue } from './publish-due'
export { refreshOffer } from './refresh-offer'
export { getRelated, relatedList } from './related'
export { removeVideo } from './remove'
export { renewLink } from './renew-link'
export { resubmitVideo } from './resubmit'
export { meantPublic, requireCategory, textsOf } from './rules'
export { holdsWords, partsOf, wordsOf } from './title-words'
export { listTrending, trendingList } from './trending'
export { updateVideo } from './update'
export { videoCard } from './view'
export { createLinkKey, visibilityOf } from './visibility'
