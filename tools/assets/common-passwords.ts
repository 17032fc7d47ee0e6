import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { passwordBits } from '#worker/services/accounts/passwords/bits'

/**
 * `node tools/assets/common-passwords.ts <passwords.json> <LICENSE.txt>`: makes the filter of common passwords
 * from the list in @zxcvbn-ts/language-common, which is sorted by how often each is used.
 */
const [list = '', license = ''] = process.argv.slice(2)
const shortest = 6
const count = 10_000
const bitsEach = 17

const all = JSON.parse(readFileSync(list, 'utf8')) as string[]
const common = [...new Set(all.map((password) => password.toLowerCase()))]
  .filter((password) => password.length >= shortest)
  .slice(0, count)
const filter = Buffer.alloc((count * bitsEach) / 8)
for (const bit of common.flatMap((password) => passwordBits(password, filter.length * 8)))
  filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))

const folder = 'web/public/.common-passwords'
writeFileSync(`${folder}/filter.bin`, filter)
copyFileSync(license, `${folder}/LICENSE.txt`)
