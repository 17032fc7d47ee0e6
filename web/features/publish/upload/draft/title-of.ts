import { titleLength } from '#contract/values/shared/limits'

/** File names that cameras, phones and apps give, with their numbers and dates: no titles. */
const generic =
  /^(img|vid|mov|mvi|dsc[fn]?|pxl|gopr|gx|gh|clip|video|movie|recording|screen ?recording|untitled|trim|output|export|final|wa|whatsapp video|copy)$/i
/** Words that encoders and downloads add to a name. */
const technical =
  /\b(?:\d{3,4}[pi]|[248]k|uhd|fhd|hd|[xh]\.?26[45]|hevc|avc|av1|vp9|aac|\d{2,3}fps|web-?(?:rip|dl)|bluray)\b/gi

/** Returns a title made of a file's name: `slow_light-1080p (2).mp4` is "Slow light". Empty where it has none. */
export function titleOf(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .normalize('NFC')
    .replace(/[[{(][^\])}]*[\])}]/g, ' ')
    .replace(/[_+.]+|-(?=\S)|\s-(?=\s)/g, ' ')
    .replace(technical, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const said = words.replace(/[\d\s]+/g, ' ').trim()
  if (!/\p{L}{2}/u.test(said) || generic.test(said)) return ''
  const title = words.charAt(0).toLocaleUpperCase() + words.slice(1)
  return title.length < titleLength.min ? '' : title.slice(0, titleLength.max).trim()
}
