import { describe, expect, it } from 'vitest'
import { joinChunks, type Load, type Piece } from '../../../scripts/lib/join-chunks'

const large = 20_000

function piece(name: string, size: number, imports: string[] = [], alone = false): Piece {
  return { name, size, imports, alone }
}

function load(...pieces: string[]): Load {
  return { pieces, byte: 1, request: 1000 }
}

/** Returns the files as sorted words. */
function files(pieces: Piece[], loads: Load[]): string[] {
  return joinChunks(pieces, loads)
    .map((names) => names.sort().join(' '))
    .sort()
}

describe('joinChunks', () => {
  it('joins what always comes together', () => {
    const pieces = [piece('a', large), piece('b', large), piece('c', large)]
    expect(files(pieces, [load('a', 'b'), load('c')])).toEqual(['a b', 'c'])
  })

  it('leaves apart what one load would get in vain, unless it is small', () => {
    const loads = [load('a', 'b'), load('a')]
    expect(files([piece('a', large), piece('b', large)], loads)).toEqual(['a', 'b'])
    expect(files([piece('a', large), piece('b', 200)], loads)).toEqual(['a b'])
  })

  it('counts what a piece would bring with it', () => {
    const pieces = [piece('a', large), piece('small', 900, ['huge']), piece('huge', 900_000)]
    expect(files(pieces, [load('a'), load('small')])).toEqual(['a', 'huge small'])
  })

  it('puts nothing into a file that stays by itself', () => {
    const pieces = [piece('page', 500, [], true), piece('a', large), piece('b', 300)]
    expect(files(pieces, [load('page', 'a', 'b')])).toEqual(['a b', 'page'])
  })

  it('never lets two files import each other', () => {
    // Joined, the outer two would import the page between them, and be imported by it.
    const pieces = [piece('top', 100, ['page']), piece('page', large, ['base'], true), piece('base', 100)]
    expect(files(pieces, [load('top')])).toEqual(['base', 'page', 'top'])
  })

  it('lets a part use what came before it', () => {
    const pieces = [piece('shell', large), piece('shared', 500), piece('part', large, ['shared'])]
    const loads = [load('shell', 'shared'), { ...load('part'), after: 'shell' }]
    expect(files(pieces, loads)).toEqual(['part', 'shared shell'])
  })
})
