/** The package has types for its full build only; the light one lacks features, not names. */
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
