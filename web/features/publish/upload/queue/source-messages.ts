/** Messages for an incomplete submit. Their wording is fixed: they are texts of the product. */
export const sourceMessages = {
  url: 'Please provide both video and thumbnail URLs',
  video: 'Please upload a video file or provide a URL',
  thumbnail: 'Please upload a thumbnail image or provide a URL',
} as const
