/** Codecs by the names that mediabunny has for them. */
const common: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  alaw: 'A-law',
  ulaw: 'µ-law',
}

/** How MP4 and QuickTime call the codec of an encrypted track. */
const protection = /^(drms|drmi|encv|enca)$/i

/**
 * Formats of cameras, phones and editors that no browser reads, by what containers call them: four letters in MP4
 * and QuickTime, `V_…` and `A_…` in Matroska.
 */
const foreign: readonly [id: RegExp, name: string][] = [
  [/^(jpeg|mjp[abg2]|avr1|dmb1)$|^V_MJPEG/i, 'Motion JPEG'],
  [/^mjp2$/, 'Motion JPEG 2000'],
  [/^png |^mpng$|^V_PNG/i, 'PNG pictures'],
  [/^mp4v$|^V_MPEG4\/ISO/i, 'MPEG-4 Part 2'],
  [/^(m2v1|mp2v|mpg2|hdv\w|xd[5-9v]\w|mx[345][np])$|^V_MPEG2/i, 'MPEG-2'],
  [/^(m1v1|mpg1)$|^V_MPEG1/i, 'MPEG-1'],
  [/^(s263|h263)$/i, 'H.263'],
  [/^(svq1|svq3)$/i, 'Sorenson Video'],
  [/^(dvc|dvcp|dvpp|dv[5h]\w|dvh\d)( )?$|^V_DV/i, 'DV'],
  [/^(avdn|avdh|avd1)$/i, 'Avid DNxHD'],
  [/^cfhd$/i, 'GoPro CineForm'],
  [/^(v210|2vuy|yuv2|uyvy|raw |r210|b64a|v308|v408)$|^V_UNCOMPRESSED/i, 'uncompressed video'],
  [/^rle $/i, 'QuickTime Animation'],
  [/^cvid$/i, 'Cinepak'],
  [/^(aprn|aprh)$/i, 'ProRes RAW'],
  [/^(braw|brvn|brst|brs2|brxq)$/i, 'Blackmagic RAW'],
  [/^(crxx|craw)$/i, 'Canon RAW'],
  [/^(vvc1|vvi1)$|^V_MPEGI\/ISO\/VVC/i, 'VVC'],
  [/^apv1$/i, 'APV'],
  [/^(vc-1|wvc1|wmv\d)$/i, 'Windows Media Video'],
  [/^V_MS\/VFW/i, 'an old AVI format'],
  [/^V_THEORA/i, 'Theora'],
  [/^V_FFV1|^ffv1$/i, 'FFV1'],
  [/^alac$|^A_ALAC/i, 'ALAC'],
  [/^apac$/i, 'Apple Positional Audio'],
  [/^(samr|sawb|sawp)$/i, 'AMR'],
  [/^ac-4$/i, 'AC-4'],
  [/^(mlpa)$|^A_(TRUEHD|MLP)/i, 'Dolby TrueHD'],
  [/^(mha1|mhm1|mha2|mhm2)$/i, 'MPEG-H Audio'],
  [/^(\.mp[12]|mp2a|mpa )$|^A_MPEG\/L[12]/i, 'MPEG Audio (MP2)'],
  [/^ima4$/i, 'ADPCM'],
  [/^(qdm2|qdmc|qclp|sqcp|mac[36]|agsm)$/i, 'an old QuickTime format'],
  [/^wma $|^A_MS\/ACM/i, 'Windows Media Audio'],
  [protection, 'copy-protected'],
]

export const copyProtected = 'This file is copy-protected. Choose one without copy protection.'

/** Tells whether a track is encrypted, by what the container calls its codec. The codec below may be known. */
export function isProtected(codec: unknown): codec is string {
  return typeof codec === 'string' && protection.test(codec)
}

/**
 * Names a codec for a sentence: `This video uses …`, `The sound of this video is …`. It may also be what the container
 * calls it, with anything in it.
 */
export function codecName(codec: string): string {
  if (codec.startsWith('pcm-')) return 'uncompressed'
  const known = Object.hasOwn(common, codec) ? common[codec] : null
  const printable = codec
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 40)
    .trim()
  return known ?? foreign.find(([sign]) => sign.test(codec))?.[1] ?? (printable || 'an unknown format')
}
