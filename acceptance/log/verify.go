// Checks the public log of a service with Go's own packages, which know nothing of it. Standard input has a JSON object on each
// line: a checkpoint, an inclusion proof or a consistency proof. Each must hold, and each mutation of it must not.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type line struct {
	Kind        string
	Checkpoint  string
	Index       int64
	Entry       string // hexadecimal
	Size        int64
	Root        string
	Earlier     int64
	EarlierRoot string
	Path        []string
}

var counts = map[string]int{}
var failures = 0

func fail(format string, values ...interface{}) {
	failures++
	if failures <= 20 {
		fmt.Fprintf(os.Stderr, format+"\n", values...)
	}
}

func hashOf(text string) (hash tlog.Hash) {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(bytes) != len(hash) {
		fail("not a hash: %s", text)
	}
	copy(hash[:], bytes)
	return hash
}

func flip(hash tlog.Hash) tlog.Hash {
	hash[rand.Intn(len(hash))] ^= 1 << rand.Intn(8)
	return hash
}

func head(text string) (size int64, root tlog.Hash) {
	lines := strings.Split(text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		fail("not a size: %s", lines[1])
	}
	return size, hashOf(lines[2])
}

func checkpoint(text string, known note.Verifiers) {
	opened, err := note.Open([]byte(text), known)
	if err != nil || len(opened.Sigs) != 1 {
		fail("checkpoint refused: %v", err)
		return
	}
	counts["checkpoints"]++
	// The second signature is of a kind that these packages ignore, so only what is before it is changed.
	end := strings.LastIndex(text, "\u2014")
	for each := 0; each < 10; each++ {
		bytes := []byte(text)
		bytes[rand.Intn(end)] ^= 1 << rand.Intn(8)
		if changed, err := note.Open(bytes, known); err == nil && changed.Text != opened.Text {
			fail("mutated checkpoint accepted: %q", bytes)
		}
		counts["checkpoint mutations"]++
	}
}

func inclusion(each line, known note.Verifiers) {
	opened, err := note.Open([]byte(each.Checkpoint), known)
	if err != nil {
		fail("checkpoint of a proof refused: %v", err)
		return
	}
	size, root := head(opened.Text)
	entry, _ := hex.DecodeString(each.Entry)
	leaf := tlog.RecordHash(entry)
	proof := tlog.RecordProof{}
	for _, hash := range each.Path {
		proof = append(proof, hashOf(hash))
	}
	if err := tlog.CheckRecord(proof, size, root, each.Index, leaf); err != nil {
		fail("inclusion of %d in %d: %v", each.Index, size, err)
	}
	counts["inclusions"]++
	changed := append(tlog.RecordProof{}, proof...)
	index, mutatedLeaf, mutatedRoot := each.Index, leaf, root
	switch kind := rand.Intn(4); {
	case kind == 0 && len(changed) > 0:
		at := rand.Intn(len(changed))
		changed[at] = flip(changed[at])
	case kind == 1 && len(changed) > 0:
		changed = changed[:len(changed)-1]
	case kind == 2:
		mutatedLeaf = flip(leaf)
	default:
		mutatedRoot = flip(root)
	}
	if tlog.CheckRecord(changed, size, mutatedRoot, index, mutatedLeaf) == nil {
		fail("mutated inclusion of %d in %d accepted", each.Index, size)
	}
	counts["inclusion mutations"]++
}

func consistency(each line) {
	root, earlier := hashOf(each.Root), hashOf(each.EarlierRoot)
	proof := tlog.TreeProof{}
	for _, hash := range each.Path {
		proof = append(proof, hashOf(hash))
	}
	if err := tlog.CheckTree(proof, each.Size, root, each.Earlier, earlier); err != nil {
		fail("%d does not go on from %d: %v", each.Size, each.Earlier, err)
	}
	counts["consistencies"]++
	for mutation := 0; mutation < 10; mutation++ {
		changed := append(tlog.TreeProof{}, proof...)
		mutatedRoot, mutatedEarlier := root, earlier
		switch kind := rand.Intn(3); {
		case kind == 0 && len(changed) > 0:
			at := rand.Intn(len(changed))
			changed[at] = flip(changed[at])
		case kind == 1:
			mutatedEarlier = flip(earlier)
		default:
			mutatedRoot = flip(root)
		}
		if tlog.CheckTree(changed, each.Size, mutatedRoot, each.Earlier, mutatedEarlier) == nil {
			fail("mutated consistency of %d and %d accepted", each.Earlier, each.Size)
		}
		counts["consistency mutations"]++
	}
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	known := note.VerifierList(verifier)
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		var each line
		if err := json.Unmarshal(input.Bytes(), &each); err != nil {
			fail("%v", err)
		}
		switch each.Kind {
		case "checkpoint":
			checkpoint(each.Checkpoint, known)
		case "inclusion":
			inclusion(each, known)
		case "consistency":
			consistency(each)
		default:
			fail("unknown kind %q", each.Kind)
		}
	}
	fmt.Println(counts)
	if failures > 0 || input.Err() != nil {
		fmt.Fprintf(os.Stderr, "%d failures, %v\n", failures, input.Err())
		os.Exit(1)
	}
}
