/** Endings that make a name a URL, even without `https://`. */
const endings =
  'com|net|org|info|biz|xxx|porn|sex|adult|cam|tube|xyz|online|site|shop|store|club|live|link|click|top|vip|app|dev|' +
  'pro|icu|lol|page|blog|website|space|fun|chat|sexy|cyou|monster|buzz|bond|sbs|cfd|rest|' +
  // In other scripts.
  'рф|рус|онлайн|сайт|москва|дети|укр|бел|срб|мкд|бг|қаз|ελ|ευ|中国|中國|公司|网络|网址|网站|在线|商店|台湾|台灣|香港|澳門|' +
  'みんな|コム|한국|닷컴|ไทย|भारत|বাংলা|இந்தியா|ישראל|مصر|السعودية|امارات|المغرب|ایران|پاکستان'

/**
 * Countries' endings, in lower case as people type them. Those that are an English word or sound are left
 * out, since they often follow a full stop without a space: "great.it was", "so good.hm".
 */
const countries =
  'ac|ae|af|ag|ai|ao|aq|ar|au|aw|ax|az|ba|bb|bd|bg|bh|bi|bj|bm|bn|bo|br|bt|bw|bz|ca|cc|cd|cf|cg|ch|ci|ck|cl|cn|co|cr|' +
  'cv|cw|cx|cy|cz|de|dj|dk|dm|dz|ec|ee|eg|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gd|ge|gg|gh|gi|gl|gn|gp|gq|gr|gt|gu|gw|gy|hk|' +
  'hn|hr|ht|hu|ie|il|io|iq|ir|je|jm|jo|jp|ke|kh|ki|kn|kp|kr|kw|ky|kz|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|mc|md|mk|ml|' +
  'mn|mo|mp|mq|mt|mu|mv|mw|mx|mz|na|nc|nf|ng|ni|nl|np|nr|nu|nz|pe|pf|ph|pk|pl|pn|pr|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|' +
  'sc|sd|se|sg|si|sk|sl|sm|sn|sr|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|tr|tt|tv|tw|tz|ua|ug|uk|uy|uz|va|vc|ve|' +
  'vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw'

/** Well-known sites whose ending is also a word. */
const known =
  't.me|wa.me|telegram.me|paypal.me|youtu.be|lnkd.in|shorturl.at|gofile.to|linktr.ee|is.gd|v.gd|t.co'

/** Ways to write a dot: also `(dot)` and `[.]`. */
const inBrackets = String.raw`\s*[([{<]\s*(?:dot|\.)\s*[)\]}>]\s*`
const over = String.raw`(?![\p{L}\p{N}])`

const patterns = [
  /[a-z0-9]:\/\//i,
  /\bwww\d{0,3}\s*\./i,
  new RegExp(String.raw`[\p{L}\p{N}-]\.(?:${endings})${over}`, 'iu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]{2,}\.(?:${countries})${over}`,
    'u',
  ),
  new RegExp(String.raw`\b(?:${known.replaceAll('.', String.raw`\.`)})${over}`, 'iu'),
  // With a path, any ending: example.it/video, t.me/name.
  /[\p{L}\p{N}-]\.\p{L}{2,}\/[\p{L}\p{N}@_+-]/u,
  /xn--[a-z0-9]/i,
  // Any ending after a disguised dot: example(dot)it, example[.]at.
  new RegExp(String.raw`[\p{L}\p{N}-]${inBrackets}\p{L}{2,}`, 'iu'),
  // A dot that is spelled out, or next to a space: "example dot com", "example .com", "example. com".
  /[\p{L}\p{N}-]\s+dot\s+(?:com|net|org|info|xxx|porn|io|tv|cc|ru|ly|gg|me|co|xyz)(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}-](?:\s+\.\s*|\.\s+)com(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}-]\s+\.(?:net|org|info|xxx|porn|xyz|ru)(?![\p{L}\p{N}])/iu,
  // An email address.
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}{2,}/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
]

const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** The one dot of other scripts that NFKC doesn't make a full stop. */
const otherDot = '\u3002'

/** Returns whether a text contains a URL or an email address, in the ways that people write them. */
export function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC').replace(invisible, '').replaceAll(otherDot, '.')
  return patterns.some((pattern) => pattern.test(plain))
}
