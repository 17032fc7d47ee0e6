/** The picture of every link preview, 1200 by 630: nothing of a video is shown before the age gate. */
export const card = { path: '/card.png', width: 1200, height: 630 } as const
