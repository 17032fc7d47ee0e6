/** Captions of demo videos, by title and language, describing the picture second by second. */
export const demoCaptions: Record<string, Record<string, string>> = {
  'Slow light over a warm horizon': {
    en: `WEBVTT

00:00.500 --> 00:04.500
The sun is still above the water.
It is in no hurry.

00:05.000 --> 00:09.000
A road of light lies on the sea
and ends in front of you.

00:09.500 --> 00:13.500
Lower now: a hand's breadth
above the line.

00:14.000 --> 00:18.500
It touches. Half the sky
has turned violet.

00:19.000 --> 00:22.500
A little less of it,
and a little less again.

00:23.000 --> 00:25.800
[low notes, wind]
`,
    de: `WEBVTT

00:00.500 --> 00:04.500
Noch steht die Sonne überm Wasser.
Sie hat es nicht eilig.

00:05.000 --> 00:09.000
Auf dem Meer liegt eine Straße aus Licht,
die vor dir endet.

00:09.500 --> 00:13.500
Tiefer nun: eine Handbreit
über der Linie.

00:14.000 --> 00:18.500
Sie berührt sie. Der halbe Himmel
ist violett geworden.

00:19.000 --> 00:22.500
Ein wenig weniger von ihr,
und noch ein wenig weniger.

00:23.000 --> 00:25.800
[tiefe Töne, Wind]
`,
  },
}
