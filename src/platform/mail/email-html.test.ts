import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf } from './email-html.ts';

const SITE = 'https://vendors.example';

function bodyOf(text: string): string {
  const html = htmlOf(text, { subject: 'Hello', siteUrl: SITE });
  return html.slice(html.indexOf('<body'));
}

function linksOf(text: string): string[] {
  return [...bodyOf(text).matchAll(/<a href="([^"]*)"/g)].map(([, address = '']) => address);
}

test('a short label above an address on this site becomes a button, and only the first button is solid', () => {
  const html = bodyOf(`Confirm your spot:\n${SITE}/a?x=1&y=2\n\nSend documents:\n${SITE}/b\n`);
  assert.match(
    html,
    /<a href="https:\/\/vendors\.example\/a\?x=1&amp;y=2" style="[^"]*background:#0b5c4a[^"]*">Confirm your spot<\/a>/,
  );
  assert.match(
    html,
    /<a href="https:\/\/vendors\.example\/b" style="[^"]*background:#ffffff[^"]*">Send documents<\/a>/,
  );
});

test('only addresses on this site become links, and not if they are in the words of another person', () => {
  assert.deepEqual(linksOf(`See ${SITE}/docs, or https://evil.example/x.\n`), [`${SITE}/docs`]);
  assert.deepEqual(linksOf(`Pay here:\nhttps://evil.example\n`), []);
  assert.deepEqual(linksOf('https://vendors.example.evil.example/x\n'), []);
  assert.deepEqual(linksOf(`They wrote:\n> Pay here:\n> ${SITE}/x\n`), []);
  assert.deepEqual(linksOf(`Vendor: “${SITE}/x”\nLicense: MFD1\n`), []);
});

test('text never becomes markup', () => {
  const evil = `<img src=x onerror=alert(1)> & "quotes" 'too'`;
  for (const text of [
    evil,
    `- ${evil}`,
    `> ${evil}`,
    `Vendor: ${evil}`,
    `${evil}\n--\n${evil}`,
    `${evil}:\n${SITE}/"><b>`,
  ])
    assert.doesNotMatch(bodyOf(text), /<(?:img|b)\b|onerror=alert\(1\)>/, text);
  assert.match(
    htmlOf('x', { subject: '</title><b>', siteUrl: SITE }),
    /<title>&lt;\/title&gt;&lt;b&gt;<\/title>/,
  );
});

test('facts become a table, dashes a list, and lines with > a quotation; other text keeps its line breaks', () => {
  const html = bodyOf(
    'Event: “Night”\nWhen: Fri, 5:00\n\nSend these:\n- one\n- two\n\nThey wrote:\n> a\n> b\n\nfirst\nsecond\n',
  );
  assert.match(html, /<tr><th [^>]*>Event<\/th><td [^>]*>“Night”<\/td><\/tr><tr><th [^>]*>When<\/th>/);
  assert.match(html, /Send these:<\/p>\n<ul [^>]*><li>one<\/li><li>two<\/li><\/ul>/);
  assert.match(html, /They wrote:<\/p>\n<blockquote [^>]*>a<br>b<\/blockquote>/);
  assert.match(html, /<p [^>]*>first<br>second<\/p>/);
});

test('an email does not load anything from the network', () => {
  assert.doesNotMatch(
    htmlOf(`x\n\nSee:\n${SITE}/a\n`, { subject: 's', siteUrl: SITE }),
    /\bsrc=|<link|<style|<script|url\(/,
  );
});
