import type { ViewSource } from '#contract/values/videos/statistics'
import type { ServiceContext } from '#worker/services/context'
import { findPlayable } from '#worker/services/videos/model/find'
import { addWatched, countView } from '#worker/services/videos/views/index'

/** Records a view, as a player's report of one does. */
export async function view(ctx: ServiceContext, videoId: number, from: ViewSource = 'site'): Promise<void> {
  countView(ctx, await findPlayable(ctx, videoId), from)
}

/** Records the parts seen, as a player's report of them does. */
export async function watchParts(ctx: ServiceContext, videoId: number, parts: number): Promise<void> {
  addWatched(ctx, await findPlayable(ctx, videoId), parts)
}
