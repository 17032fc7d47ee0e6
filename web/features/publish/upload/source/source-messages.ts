/** Messages for an incomplete submit. */
export const sourceMessages = {
  url: 'Please provide both video and thumbnail URLs',
  video: 'Please upload a video file or provide a URL',
  thumbnail: 'Please upload a thumbnail image or provide a URL',
} as const
