"""The contrast of texts with what is behind them."""

from __future__ import annotations

# The contrast of each text in a part of the page (WCAG 2.2, 1.4.3), with its element, for any colors.
CONTRASTS = """part => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const read = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].map(channel => channel / 255);
    };
    const channels = color => known.get(color) ?? known.set(color, read(color)).get(color);
    const over = (above, below) => above.slice(0, 3).map((c, i) => c * above[3] + below[i] * (1 - above[3]));
    const light = color => color
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const below = element => element
        ? over(channels(getComputedStyle(element).backgroundColor), below(element.parentElement))
        : [1, 1, 1];
    const texts = [...document.querySelectorAll(part ?? "body *")].filter(element =>
        [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
    return texts.map(element => {
        const ground = below(element);
        const [one, two] = [over(channels(getComputedStyle(element).color), ground), ground].map(light);
        return [(Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05), element.outerHTML];
    });
}"""
