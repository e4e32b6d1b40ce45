import { marked, type Token } from 'marked';
import { type Html, html, joinHtml } from '../../kit/html.ts';

/**
 * Resolves a link in a document to a link on this site. If it returns undefined, only the link's text is
 * kept.
 */
type ResolveLink = (address: string) => string | undefined;

/** Renders our own Markdown as safe HTML. Any HTML in the Markdown is shown as text. */
export function renderMarkdown(text: string, resolve: ResolveLink): Html {
  return renderBlocks(marked.lexer(text), resolve);
}

/** Renders Markdown within a line, without a block element around it. */
export function renderInline(text: string, resolve: ResolveLink = () => undefined): Html {
  return renderParts(marked.Lexer.lexInline(text), resolve);
}

function renderBlocks(tokens: readonly Token[], resolve: ResolveLink): Html {
  return joinHtml(
    tokens.map((token) => renderBlock(token, resolve)),
    '\n',
  );
}

function renderBlock(token: Token, resolve: ResolveLink): Html {
  const inner = () => renderParts(token.type === 'list' ? [] : innerTokens(token), resolve);
  switch (token.type) {
    case 'space':
      return html``;
    case 'heading':
      return token.depth <= 2 ? html`<h2>${inner()}</h2>` : html`<h3>${inner()}</h3>`;
    case 'paragraph':
      return html`<p>${inner()}</p>`;
    case 'list':
      return html`<ul>${(token.items as Token[]).map((item) => html`<li>${renderItem(item, resolve)}</li>`)}</ul>`;
    case 'code':
      return html`<pre tabindex="0"><code>${String(token.text)}</code></pre>`;
    default:
      return html`<p>${token.raw}</p>`;
  }
}

function renderItem(item: Token, resolve: ResolveLink): Html {
  return joinHtml(
    innerTokens(item).map((token) =>
      token.type === 'text' || token.type === 'paragraph'
        ? renderParts(innerTokens(token), resolve)
        : renderBlock(token, resolve),
    ),
    '',
  );
}

function renderParts(tokens: readonly Token[], resolve: ResolveLink): Html {
  return joinHtml(
    tokens.map((token) => renderPart(token, resolve)),
    '',
  );
}

function renderPart(token: Token, resolve: ResolveLink): Html {
  switch (token.type) {
    case 'codespan':
      return html`<code>${String(token.text)}</code>`;
    case 'strong':
      return html`<strong>${renderParts(innerTokens(token), resolve)}</strong>`;
    case 'em':
      return html`<em>${renderParts(innerTokens(token), resolve)}</em>`;
    case 'link': {
      const address = resolve(String(token.href));
      const text = renderParts(innerTokens(token), resolve);
      return address === undefined ? text : html`<a href="${address}">${text}</a>`;
    }
    case 'br':
      return html`<br>`;
    case 'escape':
      return html`${String(token.text)}`;
    default:
      return html`${token.raw}`;
  }
}

/** Returns a token's child tokens. Only some token types have child tokens. */
function innerTokens(token: Token): Token[] {
  return 'tokens' in token && token.tokens ? token.tokens : [];
}
